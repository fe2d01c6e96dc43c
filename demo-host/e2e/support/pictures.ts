import type { Page } from '@playwright/test'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

/** Share of pixels in which two pictures differ; 1 when their sizes do. */
export const differenceOf = (one: Buffer, other: Buffer): number => {
  const [a, b] = [PNG.sync.read(one), PNG.sync.read(other)]
  if (a.width !== b.width || a.height !== b.height) return 1
  return pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: 0.1 }) / (a.width * a.height)
}

/** A picture with an edge to crop at: red left, blue right. */
export const twoColors = (width = 300, height = 200): Buffer => {
  const png = new PNG({ width, height })
  for (let at = 0; at < width * height; at += 1) {
    const isLeft = at % width < width / 2
    png.data.set(isLeft ? [200, 30, 30, 255] : [30, 30, 200, 255], at * 4)
  }
  return PNG.sync.write(png)
}

export const choosePicture = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.locator('fe-admin-portal').locator('[data-fe-picture]').setInputFiles(file)
