const BLOCK = /^```(\w+)\n(.*?)^```$/gms

/** Returns the code of a page in one of the languages. */
export const codeBlocks = (text, languages) =>
  [...text.matchAll(BLOCK)].filter(([, language]) => languages.includes(language)).map(([, , code]) => code)

/** Returns the code of scripts in HTML. */
export const scriptsIn = (html) =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(([, code = '']) => code)
