import { PNG } from 'pngjs'

/** Combines several pictures into one row. */
export const sideBySide = (pictures: readonly Buffer[]): Buffer => {
  const all = pictures.map((picture) => PNG.sync.read(picture))
  const width = all.reduce((sum, one) => sum + one.width, 0)
  const row = new PNG({ width, height: Math.max(...all.map(({ height }) => height)) })
  let left = 0
  for (const one of all) {
    PNG.bitblt(one, row, 0, 0, one.width, one.height, left, 0)
    left += one.width
  }
  return PNG.sync.write(row)
}
