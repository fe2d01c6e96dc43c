import type { SchemeName } from '../theme/theme-values.ts'

/**
 * A CSS color in any notation, such as `#4f46e5`, `oklch(0.5 0.2 280)` or `navy`. A value that isn't a color is
 * ignored, and so are `transparent`, `currentColor` and gradients.
 */
type Color = string

/** A length: a number in px, or CSS text in px, rem or em, such as `12` or `'0.75rem'`. */
type Length = number | string

/** Keys of existing configurations; each is accepted without effect and named in one warning. */
type Inert<Keys extends string> = { [Key in Keys]?: unknown }

/** A main color with the colors of content on it; omitted ones are derived from `main`. */
export interface ThemeFill extends Inert<'light' | 'dark' | 'border'> {
  main?: Color
  /** Color of the text on a filled button. @default black or white, whichever is easier to read */
  contrastText?: Color
  /** Color of a filled button under the pointer. */
  hover?: Color
  /** Color of a filled button while it is pressed. */
  active?: Color
}

/** Colors of the theme. A plain color is the `main` one. Text in each color stays readable on every background. */
export interface ThemePalette
  extends Inert<
    | 'default'
    | 'secondary'
    | 'switchButton'
    | 'common'
    | 'grey'
    | 'icon'
    | 'divider'
    | 'loader'
    | 'primaryText'
    | 'secondaryText'
  > {
  /** Buttons, links and what is chosen. */
  primary?: Color | ThemeFill
  /** Errors, and buttons that remove something. */
  danger?: Color | ThemeFill
  /** Same as `danger`, which takes precedence. */
  error?: Color | ThemeFill
  warning?: Color | { main?: Color; [shade: string]: unknown }
  success?: Color | { main?: Color; [shade: string]: unknown }
  info?: Color | { main?: Color; [shade: string]: unknown }
  /** The page behind cards and tables. */
  background?: Color | { default?: Color }
  text?: Color | ({ primary?: Color; secondary?: Color } & Inert<'disabled'>)
}

/** CSS properties of a part that have an effect; others are ignored. */
export interface ThemeStyle {
  backgroundColor?: Color
  borderColor?: Color
  borderRadius?: Length
  color?: Color
  fontFamily?: string
  fontSize?: Length
  /** A multiple of 1 from 100 to 900. */
  fontWeight?: number | string
  height?: Length
  maxWidth?: Length
  /** One to four lengths, as in CSS. */
  padding?: Length
  textAlign?: 'left' | 'center' | 'right' | 'start' | 'end'
  width?: Length
  [property: string]: unknown
}

/** Fonts of all texts. */
export interface ThemeTypography
  extends Inert<
    | 'htmlFontSize'
    | 'fontWeightLight'
    | 'h1'
    | 'h2'
    | 'h3'
    | 'h4'
    | 'h5'
    | 'h6'
    | 'subtitle1'
    | 'subtitle2'
    | 'subtitle2Light'
    | 'body1'
    | 'body1Bold'
    | 'body2'
    | 'body2Bold'
    | 'caption'
    | 'button'
    | 'overline'
    | 'link'
    | 'label'
    | 'pageTitle'
    | 'pageTitleSmall'
    | 'dialogTitle'
    | 'selectOption'
    | 'switchLabel'
    | 'tableTitleCell'
    | 'tableSmallHeader'
    | 'tableStandardCell'
    | 'tableCountCell'
    | 'tableCategory'
    | 'tableFilterTitle'
    | 'tableFilterChipInfo'
    | 'tableHeaderTitle'
    | 'tablePopupTitle'
    | 'tablePlaceholderTitle'
    | 'tablePlaceholderDescription'
    | 'tableIpCellText'
    | 'tableIpPopupTitle'
    | 'tableIpPopupDesc'
    | 'uploadDropZoneDescription'
    | 'uploadDropZoneProgressText'
  > {
  /** Names of fonts, such as `'Inter, sans-serif'`; the page loads the fonts. */
  fontFamily?: string
  /** Size of ordinary text, from 10 to 24 px; 1 rem is 16 px. Every other size keeps its ratio to it. @default 14 */
  fontSize?: number | string
  /** @default 400 */
  fontWeightRegular?: number | string
  /** @default 500 */
  fontWeightMedium?: number | string
  /** @default 600 */
  fontWeightBold?: number | string
}

interface ThemeBase extends Inert<'externalAssets' | 'shadows' | 'transitions' | 'breakpoints' | 'components'> {
  palette?: ThemePalette
  typography?: ThemeTypography
  /** `fontFamily` alone, where `typography` has none. */
  typographyStyleOptions?: { fontFamily?: string; [option: string]: unknown }
  /** Factor of all distances, from 2 to 24. @default 8 */
  spacing?: number
  /** Direction of the layout. @default that of the language */
  direction?: 'ltr' | 'rtl'
  shape?: { borderRadius?: Length; [option: string]: unknown }
  /** @default 'page' */
  mode?: SchemeName
  /** `modern` is the only theme; a name that begins with `dark` chooses its dark colors. */
  themeName?: string
}

interface ThemeBox
  extends Inert<
    | 'pageStyle'
    | 'pageHeader'
    | 'pageFooter'
    | 'boxHeader'
    | 'boxFooter'
    | 'docTitle'
    | 'poweredByPlacement'
    | 'poweredByColor'
    | 'phoneNumberSelect'
    | 'linkButtonTheme'
    | 'passkeysButtonTheme'
    | 'backToLoginStyle'
    | 'forgotPasswordButton'
  > {
  /** The page around the box. */
  rootStyle?: ThemeStyle
  boxStyle?: ThemeStyle
  boxTitleStyle?: ThemeStyle
  boxMessageStyle?: ThemeStyle
  /** `image` is an http(s) URL, a path, or a `data:` URL of a picture. */
  logo?: { image?: string; alignment?: ThemeStyle['textAlign']; style?: ThemeStyle } & Inert<'placement'>
  /** A box in the middle of the page, or in the middle of one side whose share of the width is `splitSize` percent. */
  layout?: { type?: 'float-left' | 'float-right' | (string & {}); splitSize?: number | string } & Inert<
    'sideElement' | 'sideElementStyle' | 'splitModeElements' | 'splitModeStyles'
  >
  inputTheme?: { base?: ThemeStyle; label?: ThemeStyle; [part: string]: unknown }
  buttonTheme?: { base?: ThemeStyle; [part: string]: unknown }
  submitButtonTheme?: { base?: ThemeStyle; [part: string]: unknown }
}

/** Fields of the sign-up form. */
export interface ThemeSignUp {
  /** Terms and privacy policy below the form; `hasCheckbox` requires an explicit consent. */
  disclaimer?: {
    hasCheckbox?: boolean
    terms?: { enabled?: boolean; [option: string]: unknown }
    privacy?: { enabled?: boolean; [option: string]: unknown }
    [option: string]: unknown
  }
  fieldsProperties?: {
    phoneNumber?: {
      enabled?: boolean
      appearance?: 'edit' | 'viewOnly' | 'hidden'
      settings?: { validation?: { required?: boolean; [option: string]: unknown }; [option: string]: unknown }
      [option: string]: unknown
    }
    [field: string]: unknown
  }
  hideSignUpFields?: { hideCompanyName?: boolean; [option: string]: unknown }
  [option: string]: unknown
}

/** Theme of the login box; its keys take precedence over those next to `loginBox`. */
export interface LoginBoxTheme
  extends ThemeBase,
    ThemeBox,
    Inert<
      | 'login'
      | 'forgotPassword'
      | 'resetPassword'
      | 'resetPhoneNumber'
      | 'activateAccount'
      | 'acceptInvitation'
      | 'openApp'
      | 'stepUp'
      | 'loader'
    > {
  /** Social sign-in above the form (`top`) or below it. @default `bottom` */
  socialLogins?: {
    socialLoginsLayout?: { placement?: 'top' | 'bottom'; [option: string]: unknown }
    [option: string]: unknown
  }
  signup?: ThemeSignUp
}

/** Theme and options of the portal's users page. */
export interface UsersPageTheme {
  inviteUserModal?: {
    inviteByEmail?: {
      /** Whether users can be invited by email, one by one or from a file. @default true */
      enabled?: boolean
      /** Fields of the dialog besides the emails. */
      fieldsProperties?: Record<string, unknown>
      [option: string]: unknown
    }
    [option: string]: unknown
  }
  /** @deprecated use `inviteUserModal.inviteByEmail.enabled` */
  hideInviteWithEmail?: boolean
  [option: string]: unknown
}

/** Theme of the admin portal; its keys take precedence over those next to `adminPortal`. */
export interface AdminPortalTheme
  extends ThemeBase,
    Inert<
      | 'layout'
      | 'navigation'
      | 'rightPanel'
      | 'tableTheme'
      | 'selectTheme'
      | 'severityChipTheme'
      | 'treeGraphTheme'
      | 'dropZone'
      | 'datePickerTheme'
    > {
  /** Themes of single pages, by page. */
  pages?: { users?: UsersPageTheme; [page: string]: unknown }
}

/**
 * Colors, fonts, logo and styles of parts, for both elements or for one. A key that is not known is an error of the
 * compiler, and named in a warning of the console where no compiler sees it.
 *
 * @example
 * const theme: ThemeOptions = { palette: { primary: '#0a7d55' }, loginBox: { logo: { image: '/logo.svg' } } }
 */
export interface ThemeOptions extends ThemeBase, ThemeBox {
  loginBox?: LoginBoxTheme
  adminPortal?: AdminPortalTheme
  /** Accepted without effect: raw CSS is never put into the page. */
  customStyles?: unknown
}
