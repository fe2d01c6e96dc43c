import Papa from 'papaparse'

export interface Table {
  header: string[]
  rows: string[][]
}

/** Small enough that no part blocks the page. */
const CHUNK_BYTES = 64 * 1024

/** A file with more rows is refused. */
export const MAX_ROWS = 20_000

export class TooManyRowsError extends Error {
  override readonly name = 'TooManyRowsError'
}

/** Reads a file part by part, so that the page is never blocked. */
export const readCsv = (file: File): Promise<Table> =>
  new Promise((resolve, reject) => {
    const rows: string[][] = []
    Papa.parse<string[], File>(file, {
      chunkSize: CHUNK_BYTES,
      skipEmptyLines: 'greedy',
      chunk: ({ data }, parser) => {
        for (const row of data) rows.push(row)
        if (rows.length > MAX_ROWS + 1) {
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
