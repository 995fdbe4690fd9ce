// SPDX-License-Identifier: GPL-3.0-or-later
// Makes elements from names, properties and children. Text never becomes markup.

export function make(name, properties = {}, ...children) {
  return fill(document.createElement(name), properties, children);
}

const SVG = "http://www.w3.org/2000/svg";

export function draw(name, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, name), properties, children);
}

function fill(element, properties, children) {
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const the = (id) => document.getElementById(id);
