/** Saves a file under a name, like a click on a download link. */
export const saveFile = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download holds its own reference when the click returns.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
