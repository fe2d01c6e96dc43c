import { themeTokens } from '../../../../cdn/theme-tokens.mjs'
import { code, page, table } from './markdown.mjs'

const INTRODUCTION = `Custom properties that a page sets on an element or on any ancestor. \`light-dark(a, b)\` is the value in the light and in the
dark scheme. [Theme](../guides/theme.md) shows how to use them, and the options that compute them from one color.`

export const themeTokensPage = () =>
  page(
    'Theme tokens',
    INTRODUCTION,
    table(
      ['Token', 'Default', 'Meaning'],
      themeTokens().map(({ name, value, meaning: text = '' }) => [code(name), code(value), text]),
    ),
  )
