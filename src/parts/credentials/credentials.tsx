import { createContext, type FormEvent, type ReactNode, useContext, useRef } from 'react'
import { createPortal } from 'react-dom'
import { StyleRoot, useSheet } from '../../ui/style-root/style-root.tsx'
import css from './credentials.css'

const HostContext = createContext<HTMLElement | undefined>(undefined)

/** Names the element whose light DOM takes the credential fields. */
export const LightDomProvider = HostContext.Provider

const SLOT = 'credentials'

/** Where rules for the element's children have to be: an element inside a shadow root doesn't see the document's. */
const styleTargetOf = (host: HTMLElement): DocumentOrShadowRoot => {
  const root = host.getRootNode()
  return root instanceof ShadowRoot ? root : host.ownerDocument
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
 * Draws its children into the element's light DOM and leaves a slot in their place, so that password managers, autofill,
 * labels, Enter and form submit work. Without a host, as in a test of a view, they are drawn in place.
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
  /** Checks and sends; called at most once per press. */
  onSubmit(): void
  label: string
  children: ReactNode
}

/** A real form. `post`, so that even a press before scripts run never puts a password in a URL. */
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
