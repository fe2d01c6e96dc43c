import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const sources = readdirSync('src/react')
  .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
  .map((name) => ({ path: name, text: readFileSync(`src/react/${name}`, 'utf8') }))

/** Exports of `react` since 19: https://react.dev/blog/2024/12/05/react-19 and later releases. */
const SINCE_19 = /\b(use|useActionState|useOptimistic|useEffectEvent|cache|cacheSignal|Activity|ViewTransition)\b/

test('front-entry/react imports nothing that React 18 lacks', () => {
  for (const { path, text } of sources) {
    for (const [, names] of text.matchAll(/import (?!type)\{([^}]*)\} from 'react'/g)) {
      assert.doesNotMatch(names ?? '', SINCE_19, path)
    }
  }
})

test('front-entry/react provides contexts the way React 18 reads them', () => {
  // React 18 treats `<Context value>` as a consumer without a function, and the page stays white.
  for (const { path, text } of sources) assert.doesNotMatch(text, /<\w*Context[\s>]/, path)
})

test('a host brings its own React, from 18 on', () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
  assert.equal(manifest.peerDependencies.react, '>=18')
  assert.equal(manifest.dependencies.react, undefined)
  assert.equal(manifest.dependencies['react-dom'], undefined)
})
