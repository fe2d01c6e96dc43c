import { createContext, type FormEvent, type ReactNode, useContext, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { paintedOn } from '../../kernel/painted.ts'
import type { StyleTarget } from '../../ui/style-root/sheet-for.ts'
import { StyleRoot, useSheet } from '../../ui/style-root/style-root.tsx'
import css from './credentials.css'

const HostContext = createContext<HTMLElement | undefined>(undefined)

/** Provides the element whose light DOM receives the credential fields. */
export const LightDomProvider = HostContext.Provider

/** Returns the email that the user has typed into the field that was painted before React. */
export const useTypedEmail = (): string => {
  const host = useContext(HostContext)
  const [typed] = useState(() => paintedOn(host)?.typed() ?? '')
  return typed
}

const SLOT = 'credentials'

/**
 * Returns the root that must adopt the styles of the element's children. An element inside a shadow root doesn't use
 * the document's sheets.
 */
const styleTargetOf = (host: HTMLElement): StyleTarget => {
  const root = host.getRootNode()
  // The document isn't read from the host, because React renders the first screen through a proxy of it.
  return 'adoptedStyleSheets' in root ? (root as StyleTarget) : host.ownerDocument
}

const Styled = ({ children }: { children: ReactNode }) => {
  useSheet(css)
  return (
    <div className="fe-root fe-credentials" slot={SLOT}>
      {children}
    </div>
  )
}

/**
 * Renders its children into the element's light DOM and leaves a slot in their place, so that password managers,
 * autofill, labels, Enter and form submit work. Without a host, as in a test of a view, they are rendered in place.
 */
const LightDom = ({ children }: { children: ReactNode }) => {
  const host = useContext(HostContext)
  if (!host) return <Styled>{children}</Styled>
  const drawn = (
    <StyleRoot target={styleTargetOf(host)} scope={host.localName}>
      <Styled>{children}</Styled>
    </StyleRoot>
  )
  return (
    <>
      <slot name={SLOT} />
      {createPortal(drawn, host)}
    </>
  )
}

interface CredentialFormProps {
  /** Validates and sends the form; called at most once per click. */
  onSubmit(): void
  label: string
  children: ReactNode
}

/** A real form. It uses `post`, so that even a submit before scripts run never puts a password in a URL. */
export const CredentialForm = ({ onSubmit, label, children }: CredentialFormProps) => {
  const form = useRef<HTMLFormElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <LightDom>
      <form
        ref={form}
        className="fe-credentials-form"
        method="post"
        noValidate
        aria-label={label}
        onSubmit={submit}
        data-fe-form=""
      >
        {children}
      </form>
    </LightDom>
  )
}
