import {
  type CSSProperties,
  createElement,
  type DetailedHTMLProps,
  type HTMLAttributes,
  type ReactNode,
  useLayoutEffect,
  useState,
} from 'react'
import {
  defineElements,
  type FeElementMarkup,
  type FeElementTagNameMap,
  type PortalPageName,
  type ThemeTokenValues,
} from '../index.ts'

/** Attributes of an element take precedence over React's attributes of the same name. */
type ElementMarkup<Tag extends keyof FeElementMarkup> = FeElementMarkup[Tag] &
  Omit<
    DetailedHTMLProps<HTMLAttributes<FeElementTagNameMap[Tag]>, FeElementTagNameMap[Tag]>,
    keyof FeElementMarkup[Tag]
  > & {
    /** React 18 passes `className` to custom elements as it is. */
    class?: string
  }

type ReactMarkup = { [Tag in keyof FeElementMarkup]: ElementMarkup<Tag> }

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends ReactMarkup {}
  }
}

interface ElementProps {
  /** Name of the app, when the page has several. @default 'default' */
  app?: string
  /** Base URL of the API. Creates the app unless a provider or `init` has created it. */
  baseUrl?: string
  clientId?: string
  /** Uses sample data instead of a server. */
  preview?: boolean
  className?: string
  /** Styles, including theme tokens. */
  style?: CSSProperties & ThemeTokenValues
  /** Content to render on a server and until the element is rendered. @default nothing */
  children?: ReactNode
}

/** Props of {@link LoginBox}. */
export interface LoginBoxProps extends ElementProps {}

/** Props of {@link AdminPortal}. */
export interface AdminPortalProps extends ElementProps {
  /** Slug of the page to show, such as `users`. */
  page?: PortalPageName
  /** @default true */
  open?: boolean
  /** @default 'inline' */
  mode?: 'inline' | 'dialog'
}

/**
 * Elements fill their own light DOM, so a server must not render them. They are rendered right after hydration, before
 * the provider checks whether the page has a login box.
 */
const useOnClient = (): boolean => {
  const [here, setHere] = useState(false)
  useLayoutEffect(() => {
    defineElements()
    setHere(true)
  }, [])
  return here
}

const attributesOf = ({ app, baseUrl, clientId, preview, className, style }: ElementProps) => ({
  app,
  'base-url': baseUrl,
  'client-id': clientId,
  preview: preview ? ('true' as const) : undefined,
  class: className,
  style,
})

/**
 * Renders `<fe-login-box>`, in the browser only.
 *
 * @example const SignIn = () => <LoginBox baseUrl="https://auth.example.com" />
 */
export const LoginBox = (props: LoginBoxProps) => {
  const here = useOnClient()
  return here ? createElement('fe-login-box', attributesOf(props)) : props.children
}

/**
 * Renders `<fe-admin-portal>`, in the browser only.
 *
 * @example const Team = () => <AdminPortal page="users" mode="dialog" />
 */
export const AdminPortal = ({ page, open = true, mode = 'inline', ...props }: AdminPortalProps) =>
  useOnClient()
    ? createElement('fe-admin-portal', {
        ...attributesOf(props),
        page,
        mode,
        open: open ? ('true' as const) : undefined,
      })
    : props.children
