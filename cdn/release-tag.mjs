import { sha256 } from './manifest.mjs'
import { movedMappings, withMap } from './source-maps.mjs'

/** Rollup's own hash, which differs from chunk to chunk. */
const NAMED_BY_ROLLUP = /^(.+)(-[\w-]{7})\.js$/
const TAG_LENGTH = 7

const compare = (one, other) => (one < other ? -1 : Number(one > other))

/**
 * Gives all chunks of a release the same hash in their names, after a number where several have one name. Every page
 * lists all chunks, servers import them 1,500 times, and different hashes don't compress. Two releases in one folder
 * still have different files, so a process that runs during an upgrade never loads a chunk of the other release.
 *
 * @param folder The folder of the chunks; entries are beside it.
 */
export const releaseTag = ({ folder = 'chunks/' } = {}) => ({
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
    for (const { fileName, isEntry } of chunks) {
      const [, name] = NAMED_BY_ROLLUP.exec(fileName) ?? []
      if (!name || isEntry) continue
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      names.set(fileName, `${name}${count > 1 ? count : ''}-${tag}.js`)
    }
    const rename = (file) => names.get(file) ?? file
    for (const chunk of chunks) {
      const { code } = chunk
      const edits = []
      // Entries import from the folder, chunks import from the same one.
      chunk.code = code.replace(/([\w.-]+-[\w-]{7}\.js)(?=["'`])/g, (file, _name, offset) => {
        const renamed = rename(`${folder}${file}`).slice(folder.length)
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
