/**
 * Escapes text for HTML and XML, both between tags and in quotes. Both formats support numeric character references.
 */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
