import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { rollup } from 'rollup'
import { typed } from './typed.mjs'

const folder = mkdtempSync(join(tmpdir(), 'fe-typed-'))
after(() => rmSync(folder, { recursive: true }))

/** The options omit the types of browsers and packages, which take most of the time. */
const compilerOptions = {
  ...{ target: 'ES2022', lib: ['ES2022'], types: [], module: 'ESNext', moduleResolution: 'Bundler' },
  ...{ strict: true, noEmit: true, allowImportingTsExtensions: true },
}

const write = (path: string, text: string) => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const build = async (options = {}) => {
  const bundle = await rollup({ input: join(folder, 'src/index.ts'), plugins: [typed(folder, options)] })
  const { output } = await bundle.generate({ format: 'es' })
  await bundle.close()
  return output[0].code
}

test('a type error in a page that the entry does not import fails the build', async () => {
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] }))
  write('src/twice.ts', 'export const twice = (value: number) => value * 2\n')
  write('src/index.ts', "import { twice } from './twice.ts'\n\nexport const four: number = twice(2)\n")
  write('src/pages/users/users.page.ts', "export const rows: number = 'many'\n")
  await assert.rejects(build(), (error: Error & { loc?: { file: string } }) => {
    assert.match(error.message, /TS2322: Type 'string' is not assignable to type 'number'/)
    assert.match(error.loc?.file ?? '', /users\.page\.ts$/)
    return true
  })
  // The release does not include tests of the product.
  write('src/pages/users/users.test.ts', "export const rows: number = 'many'\n")
  write('src/pages/users/users.page.ts', 'export const rows: number = 20\n')
  assert.match(await build(), /const twice = \(value\) => value \* 2/)
})

test('without the check a build compiles sources with type errors, and writes the same code', async () => {
  write('src/pages/users/users.page.ts', "export const rows: number = 'many'\n")
  const unchecked = await build({ isChecked: false })
  write('src/pages/users/users.page.ts', 'export const rows: number = 20\n')
  assert.equal(unchecked, await build())
})
