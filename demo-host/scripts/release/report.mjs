// Creates the report about a release that was built next to the previous one.

const baseName = (file) => file.replace(/\d*-[\w-]{7,8}(?=\.(js|d\.ts)$)/, '')

const sizesOf = (files) => {
  const sizes = new Map()
  // Pages load no source maps.
  for (const [file, { size, brotli }] of Object.entries(files).filter(([name]) => !name.endsWith('.map')))
    sizes.set(baseName(file), (sizes.get(baseName(file)) ?? 0) + (brotli ?? size))
  return sizes
}

const total = (sizes) => [...sizes.values()].reduce((sum, size) => sum + size, 0)

const row = (name, before, after) =>
  `| ${name} | ${before} | ${after} | ${after - before > 0 ? '+' : ''}${after - before} |`

const sizeTable = (former, next) => {
  const [before, after] = [sizesOf(former.files), sizesOf(next.files)]
  const names = [...new Set([...before.keys(), ...after.keys()])].sort()
  const changed = names.filter((name) => before.get(name) !== after.get(name))
  return [
    '## Sizes',
    '',
    'Bytes of brotli 11; files of one name, but for the hash in it, are added up. Files of the same size are left out.',
    '',
    `| File | ${former.version} | ${next.version} | Difference |`,
    '| --- | --- | --- | --- |',
    ...changed.map((name) => row(name, before.get(name) ?? 0, after.get(name) ?? 0)),
    row('All files', total(before), total(after)),
  ]
}

const list = (title, lines) => (lines.length > 0 ? [`${title}:`, '', ...lines.map((line) => `- ${line}`), ''] : [])

const partLines = ([name, { breaking, added }]) => [
  `### ${name}`,
  '',
  ...list('Gone or changed', breaking),
  ...list('New', added),
  ...(breaking.length + added.length === 0 ? ['No difference.', ''] : []),
]

/**
 * Returns the report in Markdown.
 *
 * @param former manifest of the former release, and `next` that of the next one
 * @param refusals the reasons to refuse the release; empty if there are none
 */
export const reportOf = ({ former, next, step, compatibility, refusals }) =>
  [
    `# ${next.version}, a ${step} release after ${former.version}`,
    '',
    ...(refusals.length > 0 ? list('Refused', refusals) : ['Nothing speaks against this release.', '']),
    '## Compatibility',
    '',
    ...Object.entries(compatibility).flatMap(partLines),
    ...sizeTable(former, next),
    '',
  ].join('\n')
