import { withoutIsolates } from '../../i18n/isolate.ts'

/** Returns a file name that is valid in every file system. */
export const fileNameOf = (name: string, extension: string): string =>
  `${name.replace(/[^\w-]+/g, '-').slice(0, 60)}.${extension}`

/** Saves text as a file. */
export const saveText = (fileName: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([`${withoutIsolates(text)}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}
