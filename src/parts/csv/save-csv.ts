import { toCsv } from '../../rules/csv.ts'

/** Spreadsheets read a file as UTF-8 only if it starts with this mark. */
const BYTE_ORDER_MARK = '\ufeff'

/** Downloads a file. */
export const saveBlob = (fileName: string, file: Blob): void => {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Once the click returns, the download holds its own reference.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}

/** Downloads a table as a CSV file. */
export const saveCsv = (fileName: string, rows: readonly (readonly string[])[]): void =>
  saveBlob(fileName, new Blob([BYTE_ORDER_MARK, toCsv(rows)], { type: 'text/csv;charset=utf-8' }))
