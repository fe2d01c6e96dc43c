import { join } from 'node:path'
import { root } from '../project.mjs'

const WORK = join(root, '.work', 'docs')

/** Where the pages are put together. */
export const SOURCE = join(WORK, 'source')
/** Where the built site is. */
export const SITE = join(WORK, 'site')
