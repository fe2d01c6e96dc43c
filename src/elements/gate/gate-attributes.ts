/**
 * Attributes of `<fe-gate>`: the user must hold everything they name. A gate without any is open to every signed-in
 * user; an attribute that is present but empty keeps it closed.
 */
export interface GateAttributes {
  /**
   * Name of the app that decides.
   *
   * @default 'default'
   * @example <fe-gate app="shop" roles="admin"></fe-gate>
   */
  app?: string
  /**
   * Permission keys, space-separated. Held keys may contain wildcards; a super user holds all.
   *
   * @default none
   * @example <fe-gate permission="fe.secure.read.users fe.secure.read.roles"></fe-gate>
   */
  permission?: string
  /**
   * Role keys, space-separated; a super user has all.
   *
   * @default none
   * @example <fe-gate roles="admin"></fe-gate>
   */
  roles?: string
  /**
   * Same as `roles`. ARIA has an attribute of this name, and markup checkers report values that they do not know.
   *
   * @default none
   * @example <fe-gate role="admin"></fe-gate>
   */
  role?: string
  /**
   * Feature keys, space-separated; the engine decides, even for super users. Needs `entitlementsOptions.enabled`.
   *
   * @default none
   * @example <fe-gate feature="sso"></fe-gate>
   */
  feature?: string
  /**
   * Behavior of a closed gate: hides its content, shows it disabled, or shows the reason instead. An unknown mode
   * hides.
   *
   * @default 'hide'
   * @example <fe-gate feature="sso" mode="message"></fe-gate>
   */
  mode?: 'hide' | 'disable' | 'message'
  /**
   * JSON object of attributes that rules of features may read. The property `customAttributes` takes an object and
   * takes precedence.
   *
   * @default none
   * @example <fe-gate feature="bulk-import" custom-attributes="{}"></fe-gate>
   */
  'custom-attributes'?: string
  /**
   * Shows developers why the gate is open or closed, on localhost or with the option `explain`.
   *
   * @default absent
   * @example <fe-gate feature="sso" explain></fe-gate>
   */
  explain?: boolean | ''
}
