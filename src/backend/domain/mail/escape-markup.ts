/** Text for HTML and XML, between tags and between quotes; references by number are known to both. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
