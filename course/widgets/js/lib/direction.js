// Sentences and formulas with words in a script that is written from right to left.

const LETTERS = "[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc]+";
const FROM_RIGHT = new RegExp(`${LETTERS}(?: ${LETTERS})*`, "g");

/**
 * Return a text that reads from left to right around such words, of Hebrew or Arabic: a browser would
 * turn the numbers and signs between them as well, and √2 = 0 would read 0 = 2√.
 * @param {string} text
 */
export function leftToRight(text) {
  return text.replace(FROM_RIGHT, "\u2068$&\u2069");
}
