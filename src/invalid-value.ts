/** An input's value is invalid. The message says what is wrong, or what is accepted. */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue';
}
