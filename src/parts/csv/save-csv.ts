import { toCsv } from '../../rules/csv.ts'

/** Spreadsheets read UTF-8 only with this in front. */
const BYTE_ORDER_MARK = '\ufeff'

/** Offers a file as a download. */
export const saveBlob = (fileName: string, file: Blob): void => {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The download has its own reference by the time the click returns.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}

/** Offers a table as a download. */
export const saveCsv = (fileName: string, rows: readonly (readonly string[])[]): void =>
  saveBlob(fileName, new Blob([BYTE_ORDER_MARK, toCsv(rows)], { type: 'text/csv;charset=utf-8' }))
