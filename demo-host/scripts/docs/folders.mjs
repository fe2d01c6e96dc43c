import { join } from 'node:path'
import { root } from '../project.mjs'

const WORK = join(root, '.work', 'docs')

/** Folder where the pages are assembled. */
export const SOURCE = join(WORK, 'source')
/** Folder of the pictures that the build draws. */
export const PICTURE_FOLDER = join(WORK, 'pictures')
/** Folder of the built site. */
export const SITE = join(WORK, 'site')
