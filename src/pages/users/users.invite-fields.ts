/** Whether the invite dialog asks for name and phone. */
export interface InviteFields {
  name: 'hidden' | 'optional' | 'required'
  phone: 'hidden' | 'optional' | 'required'
}
