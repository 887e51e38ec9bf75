/** Error for an invalid value of an input. The message says what is wrong, or what is accepted. */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue';
}
