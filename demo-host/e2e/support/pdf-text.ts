import { readFile } from 'node:fs/promises'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Returns the text of the first page of a PDF file. */
export const pdfText = async (path: string): Promise<string> => {
  const document = await getDocument({ data: new Uint8Array(await readFile(path)), verbosity: 0 }).promise
  const { items } = await (await document.getPage(1)).getTextContent()
  await document.destroy()
  return items.map((item) => ('str' in item ? item.str : '')).join(' ')
}
