/** Compares two texts in a time that doesn't depend on where they differ. */
export const isEqual = (left: string, right: string): boolean => {
  let difference = left.length ^ right.length
  for (let at = 0; at < left.length; at++) difference |= left.charCodeAt(at) ^ right.charCodeAt(at)
  return difference === 0
}
