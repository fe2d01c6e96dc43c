import boxCss from '../elements/login-box/login-box.css'
import hostCss from '../elements/shared/host.css'
import cardCss from '../parts/auth-card/auth-card.css'
import linkCss from '../parts/auth-card/auth-link.css'
import unbrokenCss from '../parts/auth-card/unbroken.css'
import credentialsCss from '../parts/credentials/credentials.css'
import base from '../theme/base.css'
import lightDom from '../theme/light-dom.css'
import tokens from '../theme/tokens.css'
import buttonCss from '../ui/button/button.css'
import fieldCss from '../ui/field/field.css'
import iconCss from '../ui/icon/icon.css'
import skeletonCss from '../ui/skeleton/skeleton.css'
import spinnerCss from '../ui/spinner/spinner.css'
import { toScopedCss } from '../ui/style-root/scoped-css.ts'
import inputCss from '../ui/text-input/text-input.css'

const CARD_SHEETS: readonly string[] = [
  tokens,
  base,
  iconCss,
  unbrokenCss,
  skeletonCss,
  cardCss,
  linkCss,
  boxCss,
  hostCss,
]
const FORM_SHEETS: readonly string[] = [lightDom, base, inputCss, fieldCss, buttonCss, credentialsCss, spinnerCss]

/** Returns the sheets of the card, in the order in which React adopts them; the build compares both. */
export const shadowSheets = (): readonly string[] => CARD_SHEETS

/** Returns the sheets of the form in the element, in the order in which React adopts them; the build compares both. */
export const lightSheets = (element: string): readonly string[] => FORM_SHEETS.map((css) => toScopedCss(css, element))

/** Key under which the script tag's loader leaves its sheets to the entry that the build writes without them. */
export const SHEETS = Symbol.for(`fe.sheets.${__FE_VERSION__}`)

/** Returns the sheets of card and form (cdn/tag-entry.mjs). */
export const sharedSheets = (): readonly string[] => [...CARD_SHEETS, ...FORM_SHEETS]
