import { PNG } from 'pngjs'

/** Creates a picture with an edge to crop at: red left, blue right. */
export const twoColors = (width = 300, height = 200): Buffer => {
  const png = new PNG({ width, height })
  for (let at = 0; at < width * height; at += 1) {
    const isLeft = at % width < width / 2
    png.data.set(isLeft ? [200, 30, 30, 255] : [30, 30, 200, 255], at * 4)
  }
  return PNG.sync.write(png)
}
