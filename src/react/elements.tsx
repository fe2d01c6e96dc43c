import { createElement, useLayoutEffect, useState } from 'react'
import { defineElements } from '../index.ts'

interface ElementProps {
  /** Name of the app, when there are several. @default 'default' */
  app?: string
  /** Creates the app when no provider or `init` has: where the API is. */
  baseUrl?: string
  clientId?: string
  /** Sample data, no server. */
  preview?: boolean
}

/** Of {@link LoginBox}. */
export interface LoginBoxProps extends ElementProps {}

/** Of {@link AdminPortal}. */
export interface AdminPortalProps extends ElementProps {
  /** Slug of the page to show, such as `users`. */
  page?: string
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

const attributesOf = ({ app, baseUrl, clientId, preview }: ElementProps) => ({
  app,
  'base-url': baseUrl,
  'client-id': clientId,
  preview: preview ? 'true' : undefined,
})

/**
 * `<fe-login-box>` in a React page, rendered in the browser only.
 *
 * @example const SignIn = () => <LoginBox baseUrl="https://auth.example.com" />
 */
export const LoginBox = (props: LoginBoxProps) => {
  const here = useOnClient()
  return here ? createElement('fe-login-box', attributesOf(props)) : null
}

/**
 * `<fe-admin-portal>` in a React page, rendered in the browser only.
 *
 * @example const Team = () => <AdminPortal page="users" mode="dialog" />
 */
export const AdminPortal = ({ page, open = true, mode = 'inline', ...props }: AdminPortalProps) =>
  useOnClient()
    ? createElement('fe-admin-portal', { ...attributesOf(props), page, mode, open: open ? 'true' : undefined })
    : null
