import { expect } from 'chai'
import { NO_POSTAL_ADDRESS } from '../../rules/postal-address.ts'
import { stamped, toUpload } from './profile.actions.ts'
import { isSame, problemsOf, toDraft, toEdits } from './profile.draft.ts'

const profile = {
  name: 'Pia',
  phoneNumber: '+442079460000',
  metadata: '{"jobTitle":"Boss","address":{"city":"Leeds"},"theme":"dark"}',
}
const ALL = { name: 'edit', phoneNumber: 'edit', address: 'edit', jobTitle: 'edit' } as const

describe('The draft of a profile', () => {
  it('is created from the profile and converted back without changes', () => {
    const draft = toDraft(profile)
    expect(draft).to.deep.equal({
      name: 'Pia',
      phone: '+442079460000',
      jobTitle: 'Boss',
      address: { ...NO_POSTAL_ADDRESS, city: 'Leeds' },
    })
    expect(toDraft({ ...profile, ...toEdits(profile, draft) })).to.deep.equal(draft)
  })

  it('keeps other metadata, and ignores malformed metadata', () => {
    const edits = toEdits(profile, { ...toDraft(profile), jobTitle: ' ', address: NO_POSTAL_ADDRESS })
    expect(edits.metadata).to.equal('{"theme":"dark"}')
    for (const metadata of ['', 'null', '[]', '{broken', '7']) {
      expect(toDraft({ ...profile, metadata }).jobTitle).to.equal('')
      expect(toEdits({ ...profile, metadata }, toDraft(profile)).metadata).to.contain('"jobTitle":"Boss"')
    }
  })

  it('is dirty only when a relevant value differs', () => {
    const draft = toDraft(profile)
    expect(isSame(draft, { ...draft, name: ' Pia ' })).to.equal(true)
    expect(isSame(draft, { ...draft, address: { ...draft.address, country: 'UK' } })).to.equal(false)
  })

  it('sends a phone number in its whole form and none as null', () => {
    expect(toEdits(profile, { ...toDraft(profile), phone: '+44 (0)20 7946-0000' }).phoneNumber).to.equal(
      '+442079460000',
    )
    expect(toEdits(profile, { ...toDraft(profile), phone: ' ' }).phoneNumber).to.equal(null)
  })

  it('has a name on one line without invisible characters, and requires a visible name', () => {
    const draft = toDraft(profile)
    expect(toEdits(profile, { ...draft, name: ' Pia\u202e\nPost ' }).name).to.equal('Pia Post')
    for (const name of ['', ' \u3000', '\u202e', '\u200b\n'])
      expect(problemsOf({ ...draft, name }, ALL)).to.deep.equal({ name: 'nameIsRequired' })
  })

  it('reports errors only in fields that can be edited', () => {
    const wrong = { ...toDraft(profile), name: ' ', phone: '123' }
    expect(problemsOf(wrong, ALL)).to.deep.equal({ name: 'nameIsRequired', phone: 'phoneIsInvalid' })
    expect(problemsOf(wrong, { ...ALL, name: 'hidden', phoneNumber: 'viewOnly' })).to.deep.equal({})
  })
})

describe('A picture', () => {
  it('is uploaded only as a base64 image', () => {
    const bad = [
      '',
      'https://x.test/a.png',
      'data:text/html;base64,AAAA',
      'data:image/png,AAAA',
      'data:image/png;base64,',
    ]
    for (const url of bad) expect(toUpload(url), url).to.equal(undefined)
    const file = toUpload('data:image/png;base64,AAECAw==')?.get('image') as File
    expect([file.type, file.size, file.name]).to.deep.equal(['image/png', 4, 'picture.png'])
  })

  it('gets the time in its URL, where there is a query', () => {
    expect(stamped('https://x.test/p.png?a=1', 5)).to.equal('https://x.test/p.png?a=1&t=5')
    expect(stamped('https://x.test/p.png?t=1', 5)).to.equal('https://x.test/p.png?t=5')
    expect(stamped('data:image/png;base64,AA==', 5)).to.equal('data:image/png;base64,AA==')
  })
})
