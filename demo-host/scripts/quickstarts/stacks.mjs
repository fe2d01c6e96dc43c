// The differences between the quickstarts: the generator of the first files, the type check and the build, and how the
// app is served.

const TYPE_CHECK = ['typescript/bin/tsc', '-b']

/** Returns a stack that Vite generates and builds. */
const vite = (...checks) => ({
  generator: 'vite',
  lock: 'frameworks',
  isReused: true,
  checks,
  build: 'vite',
})

/** Returns a stack that renders on the server; its packages have their own lockfile. */
const serverRendered = (name, ...checks) => ({
  generator: 'skeleton',
  skeleton: name,
  lock: 'frameworks/server-rendered',
  checks,
  build: name,
})

/**
 * - `generator`: the program that writes the first files; `none` if developers start without one
 * - `lock`: folder of `demo-host` whose lockfile pins the packages
 * - `isReused`: whether several tests create the app and copies of its packages take less time than installing them again
 * - `packages`: packages that are installed besides those of the generator
 * - `checks`: type checks, as programs of packages with their arguments
 * - `build`: how pages are built; `none` if the sources are served
 */
export const STACKS = {
  html: { generator: 'none', lock: 'frameworks', packages: [], checks: [], build: 'none' },
  vite: vite(['typescript/bin/tsc']),
  react: vite(TYPE_CHECK),
  vue: vite(['vue-tsc/bin/vue-tsc.js', '-b']),
  svelte: vite(
    ['svelte-check/bin/svelte-check', '--tsconfig', './tsconfig.app.json'],
    ['typescript/bin/tsc', '-p', 'tsconfig.node.json'],
  ),
  sveltekit: {
    generator: 'sveltekit',
    lock: 'frameworks',
    checks: [['@sveltejs/kit/svelte-kit.js', 'sync'], ['svelte-check/bin/svelte-check']],
    build: 'sveltekit',
  },
  nuxt: serverRendered('nuxt', ['nuxt/bin/nuxt.mjs', 'typecheck']),
  'react-router': serverRendered('react-router', ['@react-router/dev/bin.js', 'typegen'], ['typescript/bin/tsc']),
  astro: serverRendered('astro', ['astro/astro.js', 'check']),
  angular: { generator: 'angular', lock: 'frameworks', checks: [], build: 'angular' },
  next: { generator: 'next', lock: 'next', checks: [], build: 'next' },
  express: {
    generator: 'none',
    lock: 'frameworks',
    packages: ['express', '@types/express', '@types/node', 'typescript'],
    checks: [
      [
        'typescript/bin/tsc',
        ...['--noEmit', '--allowJs', '--checkJs', '--strict', '--skipLibCheck'],
        ...['--target', 'es2022', '--module', 'nodenext', '--types', 'node', 'server.mjs'],
      ],
    ],
    build: 'none',
  },
}
