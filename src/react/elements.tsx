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

/** Attributes of React's own that differ from those of the elements are the elements'. */
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
  /** Name of the app, when there are several. @default 'default' */
  app?: string
  /** Creates the app when no provider or `init` has: where the API is. */
  baseUrl?: string
  clientId?: string
  /** Sample data, no server. */
  preview?: boolean
  className?: string
  /** Theme tokens are properties of a style too. */
  style?: CSSProperties & ThemeTokenValues
  /** Shown on a server, and until the element is there. @default nothing */
  children?: ReactNode
}

/** Of {@link LoginBox}. */
export interface LoginBoxProps extends ElementProps {}

/** Of {@link AdminPortal}. */
export interface AdminPortalProps extends ElementProps {
  /** Slug of the page to show, such as `users`. */
  page?: PortalPageName
  /** @default true */
  open?: boolean
  /** @default 'inline' */
  mode?: 'inline' | 'dialog'
}

/**
 * Elements fill their own light DOM, so a server must not render them: they come right after hydration, and before the
 * provider looks whether the page has a login box.
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
 * `<fe-login-box>` in a React page, rendered in the browser only.
 *
 * @example const SignIn = () => <LoginBox baseUrl="https://auth.example.com" />
 */
export const LoginBox = (props: LoginBoxProps) => {
  const here = useOnClient()
  return here ? createElement('fe-login-box', attributesOf(props)) : props.children
}

/**
 * `<fe-admin-portal>` in a React page, rendered in the browser only.
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
