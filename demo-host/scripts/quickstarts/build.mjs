import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build as bundle } from 'esbuild'
import { runProgram } from './run.mjs'

/** Angular publishes its packages partially compiled; the command-line tool links them in the same way. */
const linker = async (folder) => {
  const require = createRequire(join(folder, 'node_modules', '@angular', 'compiler-cli', 'package.json'))
  const { default: plugin } = await import(pathToFileURL(require.resolve('@angular/compiler-cli/linker/babel')).href)
  const { transformAsync } = require('@babel/core')
  return {
    name: 'angular-linker',
    setup: ({ onLoad }) =>
      onLoad({ filter: /[\\/]@angular[\\/].+\.mjs$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8')
        if (!text.includes('ɵɵngDeclare')) return { contents: text }
        const options = { filename: path, compact: false, babelrc: false, configFile: false, plugins: [plugin] }
        const { code } = await transformAsync(text, options)
        return { contents: code }
      }),
  }
}

/** The compiler checks the types and the templates. */
const buildAngular = async (folder, { base, out }) => {
  const compiler = '@angular/compiler-cli/bundles/src/bin/ngc.js'
  await runProgram(folder, 'The Angular compiler', [compiler, '-p', 'tsconfig.app.json', '--rootDir', 'src'])
  await bundle({
    absWorkingDir: folder,
    entryPoints: { main: 'out-tsc/app/main.js' },
    outdir: out,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
    define: { ngDevMode: 'false', ngJitMode: 'false' },
    plugins: [await linker(folder)],
  })
  const page = await readFile(join(folder, 'src', 'index.html'), 'utf8')
  const head = '<link rel="stylesheet" href="styles.css"><script type="module" src="main.js"></script></head>'
  await mkdir(out, { recursive: true })
  await writeFile(
    join(out, 'index.html'),
    page.replace('<base href="/">', `<base href="${base}">`).replace('</head>', head),
  )
  await cp(join(folder, 'src', 'styles.css'), join(out, 'styles.css'))
  await cp(join(folder, 'public'), out, { recursive: true })
}

const buildVite = (folder, { base, out }) =>
  runProgram(folder, 'vite build', [
    'vite/bin/vite.js',
    'build',
    ...['--base', base, '--outDir', out, '--emptyOutDir', '--logLevel', 'warn'],
  ])

const BUILDS = {
  vite: buildVite,
  angular: buildAngular,
  sveltekit: (folder) => runProgram(folder, 'vite build', ['vite/bin/vite.js', 'build', '--logLevel', 'warn']),
  nuxt: (folder) => runProgram(folder, 'nuxt build', ['nuxt/bin/nuxt.mjs', 'build']),
  'react-router': (folder) => runProgram(folder, 'react-router build', ['@react-router/dev/bin.js', 'build']),
  astro: (folder) => runProgram(folder, 'astro build', ['astro/astro.js', 'build']),
  next: (folder) => runProgram(folder, 'next build', ['next/dist/bin/next', 'build']),
  none: async () => undefined,
}

/** Builds an app for the path `base`, with pages into `out` if the stack builds pages. */
export const build = (folder, stack, target) => BUILDS[stack.build](folder, target)
