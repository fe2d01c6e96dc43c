import type { AppSettings } from '../../feature/settings.ts'
import { isRecord } from '../../kernel/safe-json.ts'

export type BoxSettings = Pick<AppSettings, 'theme' | 'configuration'>

const at = (tree: unknown, path: readonly string[]): unknown =>
  path.reduce((node, key) => (isRecord(node) ? node[key] : undefined), tree)

/**
 * Returns the values that the host's options and the account's own login box have at a path of `loginBox`, the host's
 * first.
 */
export const boxValues = ({ theme, configuration }: BoxSettings, path: string): readonly unknown[] =>
  [theme, configuration?.themeV2].map((tree) => at(tree, `loginBox.${path}`.split('.')))
