import Papa from 'papaparse'

export interface Table {
  header: string[]
  rows: string[][]
}

/** Small enough that no part keeps the page from answering. */
const CHUNK_BYTES = 64 * 1024

/** More is no list of people any more. */
export const MOST_ROWS = 20_000

export class TooManyRowsError extends Error {
  override readonly name = 'TooManyRowsError'
}

/** Reads a file part by part; the page answers in between. */
export const readCsv = (file: File): Promise<Table> =>
  new Promise((resolve, reject) => {
    const rows: string[][] = []
    Papa.parse<string[], File>(file, {
      chunkSize: CHUNK_BYTES,
      skipEmptyLines: 'greedy',
      chunk: ({ data }, parser) => {
        for (const row of data) rows.push(row)
        if (rows.length > MOST_ROWS + 1) {
          parser.abort()
          reject(new TooManyRowsError())
        }
      },
      complete: () => {
        const [header = [], ...rest] = rows
        resolve({ header: header.map((cell) => cell.replace(/^\ufeff/, '').trim()), rows: rest })
      },
      error: reject,
    })
  })
