import { join, sep } from 'node:path'
import { root } from '../demo-host/scripts/project.mjs'
import { leanReactDom } from './lean-react-dom.mjs'

const REACT_DOM_CLIENT = 'node_modules/react-dom/cjs/react-dom-client.production.js'
const REACT_DOM = 'node_modules/react-dom/cjs/react-dom.production.js'
const REACT = 'node_modules/react/cjs/react.production.js'

/**
 * Exports of React that are unused here. React is CommonJS, from which bundlers remove nothing; a module that names one
 * of these exports fails the build.
 */
const UNUSED = {
  [REACT]: [
    'Activity',
    'Children',
    'Profiler',
    'PureComponent',
    'ViewTransition',
    '__COMPILER_RUNTIME',
    'addTransitionType',
    'cacheSignal',
    'startTransition',
    'unstable_useCacheRefresh',
    'useActionState',
    'useEffectEvent',
    'useOptimistic',
  ],
  [REACT_DOM]: [
    'preconnect',
    'prefetchDNS',
    'preinit',
    'preinitModule',
    'preload',
    'preloadModule',
    'requestFormReset',
    'unstable_batchedUpdates',
    'useFormState',
    'useFormStatus',
  ],
  [REACT_DOM_CLIENT]: ['hydrateRoot'],
}

/** Returns a pattern for a use of the names: an import, or a member of a namespace. */
const mention = (names) =>
  new RegExp(`import [^;]*\\b(${names.join('|')})\\b[^;]* from|\\bReact\\w*\\.(${names.join('|')})\\b`)
/** React's own modules, including its development builds, which another plugin removes. */
const OWN = /node_modules[\\/](react|react-dom|scheduler)[\\/]/
const MENTION = mention(Object.values(UNUSED).flat())

const unusedOf = (id) => {
  const path = id.split(sep).join('/')
  return Object.entries(UNUSED).find(([file]) => path.endsWith(`/${file}`))?.[1]
}

const exportsOneOf = ({ type, expression }, names) =>
  type === 'ExpressionStatement' &&
  expression.type === 'AssignmentExpression' &&
  expression.left.object?.name === 'exports' &&
  names.includes(expression.left.property.name)

/** Removes the statements `exports.name = …`; the minifier then removes what only they called. */
const without = (names, code, program) => {
  const unused = program.body.filter((statement) => exportsOneOf(statement, names))
  if (unused.length !== names.length) throw new Error('cdn/lean-packages.mjs: React no longer exports what is left out')
  return unused
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), code)
}

/**
 * Creates a plugin that skips React's switch between builds, which contains a check for the wrong one, and removes
 * unused code.
 */
export const leanReact = () => ({
  name: 'lean-react',
  resolveId: (source) => {
    if (source === 'react-dom/client') return join(root, REACT_DOM_CLIENT)
    return source === 'react-dom' ? join(root, REACT_DOM) : null
  },
  transform(code, id) {
    const names = unusedOf(id)
    if (!names) return null
    const left = without(names, code, this.parse(code))
    return {
      code: id.endsWith('react-dom-client.production.js') ? leanReactDom(left, this.parse(left)) : left,
      map: null,
    }
  },
  moduleParsed({ id, code }) {
    if (id.startsWith('\0') || OWN.test(id)) return
    const [, imported, member] = MENTION.exec(code ?? '') ?? []
    if (imported || member) this.error(`${id} uses ${imported ?? member}, which cdn/lean-packages.mjs leaves out`)
  },
})

const inKy = (...path) => ['ky', 'distribution', ...path].join(sep)

/** Parts of Ky that are unused here: `src/http` passes no progress callbacks and sends no streams. */
const KY_PARTS = [
  {
    file: inKy('utils', 'body.js'),
    unused: /^[\s\S]+$/,
    instead: `const unused = () => { throw new Error('This build reports no progress') }
export { unused as streamRequest, unused as streamResponse }`,
  },
  {
    file: inKy('core', 'constants.js'),
    unused: /(?<=supportsRequestStreams = )\(\(\) => \{[\s\S]*?\n\}\)\(\)/,
    instead: 'false',
  },
  { file: inKy('core', 'Ky.js'), unused: /(this|ky)\.#options\.on(Up|Down)loadProgress/g, instead: 'undefined' },
]

export const leanKy = () => ({
  name: 'lean-ky',
  transform(code, id) {
    const part = KY_PARTS.find(({ file }) => id.endsWith(file))
    if (!part) return null
    if (code.search(part.unused) < 0) this.error(`${id} no longer has the part that cdn/lean-packages.mjs leaves out`)
    return { code: code.replace(part.unused, part.instead), map: null }
  },
})
