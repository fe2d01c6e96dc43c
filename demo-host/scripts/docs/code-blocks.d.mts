export const codeBlocks: (text: string, languages: readonly string[]) => string[]
export const scriptsIn: (html: string) => string[]
