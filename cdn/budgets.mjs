import { CORE_FILE, PORTAL_PATH, SIGN_IN_PATH, TAG_ENTRY_FILE, THEME_PATH, USERS_PATH } from './entries.mjs'

/** Limits in KB, which is 1,000 bytes of brotli 11. */
const LIMITS = {
  loader: 16,
  tag: 12,
  first: 18,
  login: 108,
  step: 28,
  portal: 59,
  users: 210,
  feature: 12,
  library: 32,
  preview: 120,
  engine: 4,
}

/**
 * Part of each limit that stays free for the next release: its version, and the hashes in its files' names, compress
 * differently. In rehearsals, that changed a row by up to 0.1 %.
 */
const RESERVE = 0.002

/** Libraries that load only after a click, by chunk name; each has its entry in `src/decisions/`. */
const LAZY_LIBRARIES = []

const baseName = (file) => file.replace(/^chunks\//, '').replace(/\d*-[\w-]{7}\.js$/, '')

/** The chunk that starts preview mode; no page with a backend requests it. */
const PREVIEW = 'preview'

const HANDLERS = '/src/backend/handlers/'

export const isPreviewChunk = (file) => baseName(file) === PREVIEW

/**
 * Returns chunks by chunk name, or by a source that a chunk contains.
 * @throws Error for a name that no chunk has: a path that measures nothing would always pass.
 */
const named = (chunks, names) =>
  names.flatMap((name) => {
    const found = chunks.filter((chunk) =>
      name.includes('/') ? chunk.moduleIds.some((id) => id.endsWith(name)) : baseName(chunk.fileName) === name,
    )
    if (found.length > 0) return found
    throw new Error(
      `Budgets: there is no chunk '${name}'; cdn/entries.mjs and cdn/budgets.mjs must name what is loaded.`,
    )
  })

/** Returns the chunks and everything they import statically. */
const closure = (chunks, starts) => {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const seen = new Set()
  const visit = (file) => {
    if (seen.has(file) || !byFile.has(file)) return
    seen.add(file)
    for (const next of byFile.get(file).imports) visit(next)
  }
  for (const chunk of starts) visit(chunk.fileName)
  return [...seen]
}

const entryOf = (chunks) => chunks.filter((chunk) => chunk.fileName === 'fe.esm.js')

/** Returns the file that a page with the script tag loads in place of another. */
const fileByTag = (file) => (file === 'fe.esm.js' ? TAG_ENTRY_FILE : file)

/**
 * Returns the files that load until a login box has sent its first requests: the entry, which paints the first screen,
 * and the core.
 */
export const loginFiles = (chunks) => closure(chunks, [...entryOf(chunks), ...named(chunks, [CORE_FILE])])

/** Returns the files that load until then on a page with the script tag, after the loader. */
export const tagFiles = (chunks) => loginFiles(chunks).map(fileByTag)

const portalFiles = (chunks) => {
  const login = new Set(loginFiles(chunks))
  return closure(chunks, named(chunks, PORTAL_PATH)).filter((file) => !login.has(file))
}

/** Returns the files of a page with the script tag up to its users page; `wire.spec.ts` adds their headers. */
const usersFiles = (chunks) => {
  const loaded = closure(chunks, [...entryOf(chunks), ...named(chunks, [CORE_FILE, ...SIGN_IN_PATH, ...USERS_PATH])])
  return ['fe.umd.js', ...loaded.map(fileByTag)]
}

const themeFiles = (chunks) => {
  const login = new Set(loginFiles(chunks))
  return closure(chunks, named(chunks, THEME_PATH)).filter((file) => !login.has(file))
}

const previewFiles = (chunks) => {
  const known = new Set([...loginFiles(chunks), ...portalFiles(chunks)])
  return closure(chunks, named(chunks, [PREVIEW])).filter((file) => !known.has(file))
}

/** Returns handlers that preview loads when a page calls them. */
const administrationPreviewFiles = (chunks) => {
  const known = new Set([...loginFiles(chunks), ...portalFiles(chunks), ...previewFiles(chunks)])
  return closure(chunks, named(chunks, ['src/backend/handlers/administration-routes.ts'])).filter(
    (file) => !known.has(file),
  )
}

/** Returns handlers that preview loads after those: API tokens, webhooks, channels, reports and provisioning. */
const integrationPreviewFiles = (chunks) => {
  const known = new Set([...loginFiles(chunks), ...portalFiles(chunks), ...previewFiles(chunks)])
  for (const file of administrationPreviewFiles(chunks)) known.add(file)
  return closure(chunks, named(chunks, ['src/backend/handlers/integration-routes.ts'])).filter(
    (file) => !known.has(file),
  )
}

const row = (what, files, sizes, limit) => {
  const bytes = files.reduce((sum, file) => sum + (sizes[file] ?? 0), 0)
  return { what, files: files.length, kb: bytes / 1000, limit }
}

const featureRows = (chunks, sizes) =>
  chunks
    .filter((chunk) => /^(flow|page)-/.test(baseName(chunk.fileName)))
    .map((chunk) => row(baseName(chunk.fileName), [chunk.fileName], sizes, LIMITS.feature))

/**
 * Returns the step of the login box that loads most, with the part of social or second-factor sign-in that it shows.
 */
const stepRow = (chunks, sizes) => {
  const login = new Set(loginFiles(chunks))
  const rows = chunks
    .filter((chunk) => /^(flow-|part-(mfa|social)$)/.test(baseName(chunk.fileName)))
    .map((chunk) => closure(chunks, [chunk]).filter((file) => !login.has(file)))
    .map((files) => row('a step of the login box adds', files, sizes, LIMITS.step))
  return rows.toSorted((a, b) => b.kb - a.kb)[0]
}

/** Returns the maximum that a single call of preview loads by itself, such as the first report. */
const previewCallRow = (chunks, sizes) => {
  const parts = [previewFiles, administrationPreviewFiles, integrationPreviewFiles].flatMap((filesOf) =>
    filesOf(chunks),
  )
  const known = new Set([...loginFiles(chunks), ...portalFiles(chunks), ...parts])
  const rows = chunks
    .filter(({ fileName, moduleIds }) => !known.has(fileName) && moduleIds.some((id) => id.includes(HANDLERS)))
    .map((chunk) => closure(chunks, [chunk]).filter((file) => !known.has(file)))
    .map((files) => row('preview, one call adds', files, sizes, LIMITS.feature))
  return rows.toSorted((a, b) => b.kb - a.kb)[0]
}

const libraryRows = (chunks, sizes) =>
  named(chunks, LAZY_LIBRARIES).map((chunk) =>
    row(`library ${baseName(chunk.fileName)}`, [chunk.fileName], sizes, LIMITS.library),
  )

export const measure = (chunks, sizes) => [
  row('fe.umd.js', ['fe.umd.js'], sizes, LIMITS.loader),
  row('fe.tag.js', ['fe.tag.js'], sizes, LIMITS.tag),
  row('fe.esm.js', closure(chunks, entryOf(chunks)), sizes, LIMITS.first),
  row('login box, interactive', loginFiles(chunks), sizes, LIMITS.login),
  row('a theme adds', themeFiles(chunks), sizes, LIMITS.feature),
  stepRow(chunks, sizes),
  row('portal adds, first page', portalFiles(chunks), sizes, LIMITS.portal),
  row('sign-in and users page, by script tag', usersFiles(chunks), sizes, LIMITS.users),
  ...featureRows(chunks, sizes),
  ...libraryRows(chunks, sizes),
  row(
    'entitlement engine',
    named(chunks, ['entitlement-engine']).map(({ fileName }) => fileName),
    sizes,
    LIMITS.engine,
  ),
  row('preview', previewFiles(chunks), sizes, LIMITS.preview),
  row('preview, administration', administrationPreviewFiles(chunks), sizes, LIMITS.library),
  row('preview, integrations', integrationPreviewFiles(chunks), sizes, LIMITS.library),
  previewCallRow(chunks, sizes),
]

/**
 * Adds the bytes that each budget has left: of the whole limit in a release and its rehearsal, otherwise of the limit
 * without its reserve, so that a commit fails and not the release after it.
 */
export const withRoom = (rows, { isRelease = false } = {}) =>
  rows.map((entry) => {
    const left = Math.round((entry.limit * (isRelease ? 1 : 1 - RESERVE) - entry.kb) * 1000)
    return { ...entry, left, over: left < 0 }
  })

export const printBudgets = (rows) => {
  const width = Math.max(...rows.map((entry) => entry.what.length))
  console.log(`\n${'Budget (brotli 11)'.padEnd(width)}  files      KB   limit  bytes left`)
  for (const { what, files, kb, limit, left, over } of rows) {
    const figures = `${String(files).padStart(5)}  ${kb.toFixed(1).padStart(6)}  ${String(limit).padStart(6)}`
    console.log(`${what.padEnd(width)}  ${figures}  ${String(left).padStart(10)}${over ? '  OVER' : ''}`)
  }
}
