import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import terser from '@rollup/plugin-terser'
import { transform } from 'esbuild'
import { rollup } from 'rollup'
import { root, version } from '../demo-host/scripts/project.mjs'
import { releaseFiles } from './manifest.mjs'

const RELEASE = join(root, 'cdn', version)

/** Folder where the npm package is built: `npm publish .work/package`. */
export const PACKAGE = join(root, '.work', 'package')

/**
 * Returns whether a file is omitted because no application reads it; the snapshots of migrations are for the tool that
 * writes them.
 */
const isLeftOut = (file) => /\.map$|_snapshot\.json$|^gallery\.|^(backend|cli)\.js$/.test(file)

const entry = (name, types = name) => ({ types: `./${types}.d.ts`, default: `./${name}.js` })

/** The release minifies these files, or an application's own build does. */
const BROWSER_FILE = /^(fe\.|(core|define|entitlements|errors|index|react)\.js$)/

/** Entries with typings only; bundlers and Node find an empty module for them. */
const TYPINGS = ['vue', 'preact', 'solid']

const EXPORTS = {
  '.': entry('index', 'fe.esm'),
  './define': entry('define'),
  './react': entry('react'),
  './server': entry('server'),
  './entitlements': entry('entitlements'),
  './backend': entry('backend'),
  ...Object.fromEntries(TYPINGS.map((name) => [`./${name}`, entry(`frameworks/${name}`)])),
  './custom-elements.json': './custom-elements.json',
  './openapi.json': './openapi.json',
  './texts.json': './texts.json',
  './package.json': './package.json',
}

const nameOf = (specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier

const IMPORT = /(?:^|;)(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]|(?:^|;)import\s*['"]([^'"]+)['"]/gm

/** Matches packages, and files of packages, that load only when a call needs them. */
const LATE_IMPORT = /\b(?:import|require(?:\$\d+)?\.resolve)\(\s*['"]([^'"]+)['"]\s*\)/g

/** Lists the packages that a built entry and its chunks import, at once or later. */
export const packagesOf = async (folder, file, seen = new Set()) => {
  if (seen.has(file)) return []
  seen.add(file)
  const text = await readFile(join(folder, file), 'utf8')
  const specifiers = [...text.matchAll(IMPORT), ...text.matchAll(LATE_IMPORT)].map(([, from, bare]) => from ?? bare)
  const found = await Promise.all(
    specifiers.map((specifier) => {
      if (specifier.startsWith('.')) return packagesOf(folder, join(file, '..', specifier), seen)
      return specifier.startsWith('node:') ? [] : [specifier]
    }),
  )
  return [...new Set(found.flat())].sort()
}

const rangesOf = (names, { dependencies }) => Object.fromEntries(names.map((name) => [name, `^${dependencies[name]}`]))

const manifestOf = (own, serverPackages) => {
  const peers = [...new Set(serverPackages.map(nameOf))].filter((name) => name !== 'jose')
  const { name, description, license, type, engines } = own
  return {
    name,
    version,
    description,
    license,
    type,
    keywords: ['login', 'authentication', 'admin portal', 'web components', 'passkeys', 'sso'],
    sideEffects: ['./define.js'],
    exports: EXPORTS,
    bin: { 'front-entry': './cli.js' },
    types: './fe.esm.d.ts',
    customElements: './custom-elements.json',
    unpkg: './fe.umd.js',
    jsdelivr: './fe.umd.js',
    engines,
    dependencies: { jose: own.dependencies.jose },
    peerDependencies: { react: '>=18', 'react-dom': '>=18', ...rangesOf(peers, own) },
    peerDependenciesMeta: Object.fromEntries(
      ['react', 'react-dom', ...peers].map((peer) => [peer, { optional: true }]),
    ),
  }
}

/**
 * Returns a check. It is a separate module that loads first, because imports of a module are resolved before any of it
 * runs.
 */
const checkOf = (specifiers, ranges) => `const PACKAGES = ${JSON.stringify(specifiers)}
const RANGES = ${JSON.stringify(ranges)}
const isMissing = (specifier) => {
  try {
    import.meta.resolve(specifier)
    return false
  } catch {
    return true
  }
}
const nameOf = (specifier) => /^(@[^/]+\\/)?[^/]+/.exec(specifier)[0]
const listOf = (specifiers) => [...new Set(specifiers.map(nameOf))].map((name) => \`\${name}@\${RANGES[name]}\`).join(' ')
const missing = listOf(PACKAGES.filter(isMissing))
`

const backendEntry = (specifiers, ranges) => `${checkOf(specifiers, ranges)}if (missing) {
  throw new Error(\`front-entry/backend needs packages that are not installed. Run: npm install \${missing}\`)
}
export const { openNodeBackend } = await import('./backend-main.js')
`

/**
 * Returns the command's entry. `front-entry packages` lists the additional packages of the server, for `npm install`.
 */
const cliEntry = (specifiers, ranges) => `#!/usr/bin/env node
${checkOf(specifiers, ranges)}if (process.argv[2] === 'packages') console.log(listOf(PACKAGES))
else if (missing) {
  console.error(\`front-entry needs packages that are not installed. Run: npm install \${missing}\`)
  process.exitCode = 1
} else await import('./cli-main.js')
`

/** Removes the indentation of a JSON file that programs read. */
const compactJson = async (folder, file) => {
  const path = join(folder, file)
  await writeFile(path, JSON.stringify(JSON.parse(await readFile(path, 'utf8'))))
}

/**
 * Files of servers beyond this size also get short names. esbuild could keep the names for stack traces, but then each
 * function is named again whenever it is created, which costs every call processor time.
 */
const LARGE_BYTES = 1_000

/** From this size on, Terser saves 4 % that esbuild leaves; it takes 20 s for all of these files. */
const HUGE_BYTES = 2_000

/** Matches packages and other files: all imports of a file stay as they are. */
const isImport = (_id, importer) => importer !== undefined

const compactHuge = async (folder, file) => {
  const bundle = await rollup({
    input: join(folder, file),
    external: isImport,
    makeAbsoluteExternalsRelative: false,
    plugins: [
      terser({
        ecma: 2020,
        module: true,
        compress: { inline: 1, passes: 3 },
        format: { comments: false, max_line_len: 8_000 },
      }),
    ],
  })
  await bundle.write({ file: join(folder, file), format: 'es' })
  await bundle.close()
}

/** Removes the indentation of code that only servers run; the release keeps it. */
const compactCode = async (folder, file) => {
  const path = join(folder, file)
  const text = await readFile(path, 'utf8')
  if (text.length > HUGE_BYTES) return compactHuge(folder, file)
  const { code } = await transform(text, {
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers: text.length > LARGE_BYTES,
    lineLimit: 8_000,
    charset: 'utf8',
    target: 'es2022',
  })
  await writeFile(path, code)
}

const isServerFile = (file) => /^[^/]+\.js$/.test(file) && !BROWSER_FILE.test(file)

const copyRelease = async (folder) => {
  const files = (await releaseFiles(RELEASE)).filter((file) => !isLeftOut(file))
  for (const file of files) {
    await mkdir(join(folder, file, '..'), { recursive: true })
    await cp(join(RELEASE, file), join(folder, file))
  }
  for (const file of ['openapi.json', 'custom-elements.json']) await compactJson(folder, file)
  for (const file of files) if (isServerFile(file)) await compactCode(folder, file)
}

const writeGuarded = async (folder, own, file, entryOf) => {
  const specifiers = await packagesOf(RELEASE, file)
  const ranges = rangesOf([...new Set(specifiers.map(nameOf))], own)
  const main = file.replace('.js', '-main.js')
  await cp(join(RELEASE, file), join(folder, main))
  await compactCode(folder, main)
  await writeFile(join(folder, file), entryOf(specifiers, ranges))
  return specifiers
}

const writeTypings = async (folder) => {
  await mkdir(join(folder, 'frameworks'), { recursive: true })
  for (const name of TYPINGS) {
    await cp(join(root, 'cdn', 'typings', `${name}.d.ts`), join(folder, 'frameworks', `${name}.d.ts`))
    await writeFile(join(folder, 'frameworks', `${name}.js`), 'export {}\n')
  }
}

/**
 * Builds the npm package from a built release, and returns its folder; processes that run at the same time choose
 * different ones.
 */
export const buildPackage = async (folder = PACKAGE) => {
  const own = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await copyRelease(folder)
  const packages = [
    ...(await writeGuarded(folder, own, 'backend.js', backendEntry)),
    ...(await writeGuarded(folder, own, 'cli.js', cliEntry)),
  ]
  await writeTypings(folder)
  for (const file of ['LICENSE', 'CHANGELOG.md']) await cp(join(root, file), join(folder, file))
  // The repository's own README links to files that the package lacks.
  await cp(join(root, 'cdn', 'package-readme.md'), join(folder, 'README.md'))
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifestOf(own, packages), null, 2)}\n`)
  return folder
}
