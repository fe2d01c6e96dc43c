import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { expect } from 'chai'
import { Component, type ReactNode } from 'react'
import {
  FrontEntryProvider,
  Gate,
  useEntitlements,
  useEntitlementsActions,
  useFeatureEntitlements,
  usePermissionEntitlements,
} from './index.ts'

const PREVIEW = { previewMode: true, contextOptions: { baseUrl: '' } }
const ENABLED = { ...PREVIEW, entitlementsOptions: { enabled: true } }
const LONG = { timeout: 8000 }

const Results = ({ seats }: { seats: number }) => {
  const audit = useFeatureEntitlements('audit-log')
  const trial = useFeatureEntitlements('priority-support')
  const held = usePermissionEntitlements('fe.secure.read.audits')
  const both = useEntitlements({ permissionKey: 'fe.secure.write.samlConfiguration', featureKey: 'audit-log' })
  const { isEntitledTo } = useEntitlementsActions()
  const words = [audit, trial, held, both, isEntitledTo({ featureKey: 'bulk-import' }, { seats })]
  return <p role="status">{words.map(({ isEntitled, justification }) => justification ?? isEntitled).join(' ')}</p>
}

const Host = ({ seats }: { seats: number }) => (
  <FrontEntryProvider options={ENABLED} name="entitled-host">
    <Results seats={seats} />
    <Gate features={['bulk-import']} attributes={{ seats }} fallback={<p>Too few seats</p>}>
      <p>Import users</p>
    </Gate>
  </FrontEntryProvider>
)

class ErrorText extends Component<{ children: ReactNode }, { words: string }> {
  override state = { words: '' }
  static getDerivedStateFromError = (error: Error) => ({ words: error.message })
  override render() {
    return this.state.words ? <p role="alert">{this.state.words}</p> : this.props.children
  }
}

describe('Entitlements in React', () => {
  afterEach(() => cleanup())

  it('are evaluated live, before and after they are loaded, and follow the attributes', async () => {
    const view = render(<Host seats={10} />)
    const status = () => screen.getByRole('status').textContent
    expect(status()).to.equal('MISSING_FEATURE MISSING_FEATURE MISSING_PERMISSION MISSING_PERMISSION MISSING_FEATURE')
    expect(screen.getByText('Too few seats')).to.exist
    await waitFor(() => expect(status()).to.equal('true BUNDLE_EXPIRED true MISSING_FEATURE MISSING_FEATURE'), LONG)
    expect(screen.getByText('Too few seats')).to.exist
    view.rerender(<Host seats={25} />)
    expect(status()).to.equal('true BUNDLE_EXPIRED true MISSING_FEATURE true')
    expect(screen.getByText('Import users')).to.exist
  })

  it('throw an error that names them if they are not enabled', async () => {
    const { error } = console
    console.error = () => {}
    render(
      <ErrorText>
        <FrontEntryProvider options={PREVIEW} name="unentitled-host">
          <Results seats={1} />
        </FrontEntryProvider>
      </ErrorText>,
    )
    await waitFor(
      () => expect(screen.getByRole('alert').textContent).to.contain('must first enable entitlements'),
      LONG,
    )
    console.error = error
  })
})
