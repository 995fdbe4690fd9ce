// SPDX-License-Identifier: GPL-3.0-or-later
// Makes elements from names, properties and children. Text never becomes markup.

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} properties
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, properties = {}, ...children) {
  return fill(document.createElement(name), properties, children);
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} properties
 * @returns {SVGElementTagNameMap[Name]}
 */
export function draw(name, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, name), properties, children);
}

/**
 * @template {Element} Kind
 * @param {Kind} element
 * @returns {Kind}
 */
function fill(element, properties, children) {
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/**
 * An element of page.html.
 * @returns {any} whatever kind of element has that id
 */
export const the = (id) => document.getElementById(id);
