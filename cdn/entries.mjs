import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../demo-host/scripts/project.mjs'

export const BROWSER_ENTRY = 'src/index.ts'
/** Source of the file that the browser's entry loads: React, the app and the elements. */
export const CORE_ENTRY = 'src/core.ts'
/** Its file has a name without a hash, so that hosts can preload it. */
export const CORE_FILE = 'core.js'
/**
 * Entry with every step of the login box as a picture, for the demo host and for theme builders; no page of a host
 * loads it.
 */
export const GALLERY_ENTRY = 'src/gallery/index.ts'
export const LOADER_ENTRY = 'src/umd.ts'
/** The entry of pages with the loader, which has some of it already. */
export const TAG_ENTRY_FILE = 'fe.tag.js'
export const ERRORS_ENTRY = 'src/portable-errors.ts'

/** The command has no exports, and therefore no declarations. */
export const CLI_ENTRY = 'src/cli/packaged.ts'

/** Entries of the package other than the browser's; each is built if its source exists. */
const NODE_ENTRIES = {
  server: ['src/server/index.ts'],
  entitlements: ['src/entitlements/index.ts'],
  backend: ['src/backend/index.ts', 'src/backend/node.ts'],
  cli: [CLI_ENTRY],
}

export const REACT_ENTRY = 'src/react/index.ts'

export const exists = (path) => existsSync(join(root, path))

export const nodeEntries = () =>
  Object.fromEntries(
    Object.entries(NODE_ENTRIES)
      .map(([name, paths]) => [name, paths.find(exists)])
      .filter(([, path]) => path),
  )

/**
 * Chunks that are also loaded when the host or the admin-box configuration sets a theme; each may be merged with
 * another small one.
 */
export const THEME_PATH = ['src/theme/create-theme.ts']

/** Chunks that the portal also loads, up to its first page. */
export const PORTAL_PATH = ['src/elements/admin-portal/shell/shell.tsx', 'src/pages/users/users.view.tsx']

/** Chunks of the first step of signing in, with its options. */
export const SIGN_IN_PATH = ['sign-in', 'part-social']

/** Chunks of the users page once it is idle. */
export const USERS_PATH = [
  ...PORTAL_PATH,
  'src/elements/admin-portal/notifications/bell.tsx',
  'src/pages/users/dialogs/users-dialogs.tsx',
]
