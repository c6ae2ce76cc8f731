/**
 * A WebSocket text frame of a server. The bytes are the same for every client, so they are made once; the library would frame and copy once
 * per client.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headLength = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headLength + length);
  frame[0] = 0x81;
  if (length < 126) frame[1] = length;
  else if (length < 65_536) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headLength);
  return frame;
}
