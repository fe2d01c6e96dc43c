import { addSigningKey, endSigningKeys, listSigningKeys, longestTokenMs } from '../../backend/adapters/key-rotation.ts'
import { readSealingKeys, sealedKeyStore, sealStoredKeys } from '../../backend/adapters/sealing-key.ts'
import { readTokenAlgorithm, SettingError } from '../../serve/setting-values.ts'
import { type Environment, readWithFile } from '../../serve/settings-file.ts'
import { withDatabase } from '../open-database.ts'
import { readArguments } from '../read-arguments.ts'

const FLAGS = {
  algorithm: { type: 'string' },
  sealing: { type: 'boolean' },
  public: { type: 'boolean' },
} as const

/** Flag combinations of the command. */
const WAYS = ['rotate', 'rotate algorithm', 'rotate sealing', 'list', 'list public']

const readCommand = (args: readonly string[]) => {
  const { values, positionals } = readArguments({ args: [...args], options: FLAGS, allowPositionals: true })
  const way = [...positionals, ...Object.keys(values)].join(' ')
  if (!WAYS.includes(way))
    throw new SettingError(
      'Say keys rotate with --algorithm, --sealing or no flag, or keys list with or without --public.',
    )
  return { way, algorithm: values.algorithm }
}

const algorithmOf = (text: string | undefined) => {
  try {
    return readTokenAlgorithm(text ?? '')
  } catch (error) {
    throw error instanceof SettingError
      ? new SettingError(error.message.replace('TOKEN_ALGORITHM', '--algorithm'))
      : error
  }
}

const timeOf = (at: number): string => new Date(at).toISOString()

const rotate = async (env: Environment, root: string, named: string | undefined): Promise<void> => {
  const algorithm = algorithmOf(named)
  await withDatabase(env, root, async ({ store, config }, { sealingKey, tokenAlgorithm }) => {
    const keys = sealedKeyStore(store, readSealingKeys(sealingKey))
    const ended = await endSigningKeys(keys, longestTokenMs(config))
    const made = await addSigningKey(keys, algorithm ?? tokenAlgorithm)
    console.log(`Made the ${made.algorithm} key ${made.kid}. It is published, and signs from ${timeOf(made.signsAt)}.`)
    for (const kid of ended) console.log(`Removed the key ${kid}, whose last token has ended.`)
  })
}

const list = (env: Environment, root: string, isPublic: boolean): Promise<void> =>
  withDatabase(env, root, async ({ store }, { sealingKey, tokenAlgorithm }) => {
    const keys = await listSigningKeys(sealedKeyStore(store, readSealingKeys(sealingKey)), tokenAlgorithm)
    if (isPublic) return console.log(JSON.stringify({ keys: keys.map(({ publicJwk }) => publicJwk) }, null, 2))
    for (const { kid, algorithm, createdAt, state } of keys)
      console.log([kid, algorithm, timeOf(createdAt), state].join('  '))
  })

const nextKeyOf = (env: Environment, root: string): string =>
  readWithFile(env, root, ({ SEALING_KEY_NEXT: next, SEALING_KEY: current = '' }) => {
    if (!next) throw new SettingError('SEALING_KEY_NEXT is missing: the key to seal with in place of SEALING_KEY.')
    // A list would keep the old key.
    const [key] = readSealingKeys(next, 'SEALING_KEY_NEXT')
    if (next.includes(',') || current.split(',').some((each) => key?.equals(Buffer.from(each, 'base64'))))
      throw new SettingError('SEALING_KEY_NEXT must be one new key.')
    return next
  })

const seal = async (env: Environment, root: string): Promise<void> => {
  const next = nextKeyOf(env, root)
  await withDatabase(env, root, ({ store }, { sealingKey }) =>
    sealStoredKeys(store, readSealingKeys(`${next},${sealingKey}`)),
  )
  console.log('The keys are sealed with SEALING_KEY_NEXT. Set SEALING_KEY to it before a process starts again.')
}

/**
 * `front-entry keys rotate` creates a new key that signs tokens and ends those that are no longer needed,
 * `keys rotate --sealing` replaces the sealing key, and `keys list` prints ID, algorithm, creation time and state of
 * each signing key.
 *
 * @param root Base of relative paths in the environment.
 * @throws SettingError, SealingKeyError, and errors of `openBackend`
 */
export const keys = (args: readonly string[], env: Environment, root: string): Promise<void> => {
  const { way, algorithm } = readCommand(args)
  if (way === 'rotate sealing') return seal(env, root)
  return way.startsWith('rotate') ? rotate(env, root, algorithm) : list(env, root, way === 'list public')
}
