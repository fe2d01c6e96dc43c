import type { Page } from '@playwright/test'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

/** Returns the share of pixels in which two pictures differ; 1 if their sizes differ. */
export const differenceOf = (one: Buffer, other: Buffer): number => {
  const [a, b] = [PNG.sync.read(one), PNG.sync.read(other)]
  if (a.width !== b.width || a.height !== b.height) return 1
  return pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: 0.1 }) / (a.width * a.height)
}

export const choosePicture = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.locator('fe-admin-portal').locator('[data-fe-picture]').setInputFiles(file)
