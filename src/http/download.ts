/** Saves a file under a name, the way a click on a download link does. */
export const saveFile = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has its own reference by the time the click returns.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
