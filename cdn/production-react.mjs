import { join } from 'node:path'
import { root } from '../demo-host/scripts/project.mjs'

/** React's entries choose between two builds at run time; these are the published ones for production. */
const PRODUCTION = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
}

/** Creates a plugin that resolves React to its builds for production, so that a bundle has no others. */
export const productionReact = () => ({
  name: 'production-react',
  resolveId: (source) => (Object.hasOwn(PRODUCTION, source) ? join(root, 'node_modules', PRODUCTION[source]) : null),
})
