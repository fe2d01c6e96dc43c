import { sha256 } from './manifest.mjs'
import { movedMappings, withMap } from './source-maps.mjs'

/** Rollup's own hash, which differs from chunk to chunk. */
const NAMED_BY_ROLLUP = /^(chunks\/.+)(-[\w-]{7})\.js$/
const TAG_LENGTH = 7

const compare = (one, other) => (one < other ? -1 : Number(one > other))

/**
 * Gives all chunks of a release the same hash in their names, after a number where several have one name. Every page
 * lists all chunks, and different hashes don't compress. Two releases in one folder still have different files.
 */
export const releaseTag = () => ({
  name: 'release-tag',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle)
      .filter(({ type }) => type === 'chunk')
      .sort((one, other) => compare(one.code, other.code))
    const tag = sha256(chunks.map(({ code }) => code).join(''))
      .replace(/\W/g, '')
      .slice(0, TAG_LENGTH)
    const counts = new Map()
    const names = new Map()
    for (const { fileName } of chunks) {
      const [, name] = NAMED_BY_ROLLUP.exec(fileName) ?? []
      if (!name) continue
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      names.set(fileName, `${name}${count > 1 ? count : ''}-${tag}.js`)
    }
    const rename = (file) => names.get(file) ?? file
    for (const chunk of chunks) {
      const { code } = chunk
      const edits = []
      // Entries import from `chunks/`, chunks import from the same folder.
      chunk.code = code.replace(/([\w-]+-[\w-]{7}\.js)(?=["'`])/g, (file, _name, offset) => {
        const renamed = rename(`chunks/${file}`).slice('chunks/'.length)
        edits.push({ end: offset + file.length, by: renamed.length - file.length })
        return renamed
      })
      chunk.imports = chunk.imports.map(rename)
      chunk.dynamicImports = chunk.dynamicImports.map(rename)
      chunk.fileName = rename(chunk.fileName)
      withMap(bundle, chunk, (mappings) => movedMappings(mappings, code, edits))
    }
  },
})
