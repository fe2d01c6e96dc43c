// The software bill of materials of a release, in CycloneDX: packages whose code is in its files, and those that its
// servers import (src/decisions/0117).
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'

const FOLDER = 'node_modules/'

/** Resolves a name as Node does: from the package's own folder up. */
const pathOf = (packages, name, from) => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${FOLDER}`)))) {
    const path = folder ? `${folder}/${FOLDER}${name}` : FOLDER + name
    if (packages[path]) return path
    if (!folder) return undefined
  }
}

/**
 * Returns the paths of packages and of everything that they need, without packages of other platforms that aren't
 * locked.
 */
const closure = (packages, starts) => {
  const found = new Set()
  const visit = (path) => {
    if (!path || found.has(path)) return
    found.add(path)
    const { dependencies, optionalDependencies } = packages[path]
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) visit(pathOf(packages, name, path))
  }
  for (const path of starts) visit(path)
  return found
}

const nameOf = (path) => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length)

const bundledPaths = (packages, ids) => {
  const paths = Object.keys(packages).filter((path) => path && ids.has(`${nameOf(path)}@${packages[path].version}`))
  const known = new Set(paths.map((path) => `${nameOf(path)}@${packages[path].version}`))
  const missing = [...ids].filter((id) => !known.has(id))
  if (missing.length > 0) throw new Error(`The lockfile lacks bundled packages: ${missing.join(', ')}`)
  return paths
}

const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`

const hashesOf = (integrity = '') =>
  integrity.startsWith('sha512-')
    ? [[Enums.HashAlgorithm['SHA-512'], Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex')]]
    : []

const isExpression = (license) => / (AND|OR) /.test(license)

const licensesOf = (license) => {
  if (!license) return []
  return [isExpression(license) ? new Models.LicenseExpression(license) : new Models.SpdxLicense(license)]
}

const component = (path, { version, license, integrity }, isBundled) => {
  const name = nameOf(path)
  const [group, own] = name.startsWith('@') ? name.split('/') : [undefined, name]
  return new Models.Component(Enums.ComponentType.Library, own, {
    ...(group && { group }),
    version,
    bomRef: `${name}@${version}`,
    purl: purlOf(name, version),
    scope: isBundled ? Enums.ComponentScope.Required : Enums.ComponentScope.Optional,
    licenses: new Models.LicenseRepository(licensesOf(license)),
    hashes: new Models.HashDictionary(hashesOf(integrity)),
  })
}

/**
 * Returns the document as JSON. It has neither a time nor a serial number, so that two builds produce the same
 * document.
 *
 * @param lock the lockfile
 * @param files the files of the release's manifest, with the packages in each
 */
export const sbomOf = (lock, files) => {
  const { packages, name, version } = lock
  const ids = new Set(Object.values(files).flatMap(({ packages: own = [] }) => own))
  const bundled = new Set(bundledPaths(packages, ids))
  const imported = Object.keys(packages[''].dependencies ?? {}).map((each) => pathOf(packages, each, ''))
  const bom = new Models.Bom()
  bom.metadata.component = new Models.Component(Enums.ComponentType.Application, name, {
    version,
    bomRef: `${name}@${version}`,
    purl: purlOf(name, version),
    licenses: new Models.LicenseRepository(licensesOf(packages[''].license)),
  })
  const seen = new Set()
  for (const path of [...bundled, ...closure(packages, imported)].sort()) {
    const id = `${nameOf(path)}@${packages[path].version}`
    if (!seen.has(id)) bom.components.add(component(path, packages[path], bundled.has(path)))
    seen.add(id)
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6))
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`
}
