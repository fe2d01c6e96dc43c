import { saveFile } from '../../kernel/save-file.ts'
import { toCsv } from '../../rules/csv.ts'

/** Spreadsheets read a file as UTF-8 only if it starts with this mark. */
const BYTE_ORDER_MARK = '\ufeff'

/** Downloads a table as a CSV file. */
export const saveCsv = (fileName: string, rows: readonly (readonly string[])[]): void =>
  saveFile(new Blob([BYTE_ORDER_MARK, toCsv(rows)], { type: 'text/csv;charset=utf-8' }), fileName)
