/** The status of each code of S3 with which the file service refuses a request. */
const STATUSES = {
  AccessDenied: 403,
  AuthorizationHeaderMalformed: 400,
  IncompleteBody: 400,
  InsufficientStorage: 507,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidPart: 400,
  InvalidPartOrder: 400,
  InvalidRange: 416,
  InvalidRequest: 400,
  InvalidURI: 400,
  KeyTooLongError: 400,
  MalformedXML: 400,
  MissingSecurityHeader: 400,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  NotImplemented: 501,
  PreconditionFailed: 412,
  RequestTimeTooSkewed: 403,
  SignatureDoesNotMatch: 403,
  XAmzContentSHA256Mismatch: 400,
} as const;

type S3Code = keyof typeof STATUSES;

/** What the file service refuses. */
export class S3Refusal extends Error {
  readonly code: S3Code;
  readonly status: number;

  constructor(code: S3Code, message: string) {
    super(message);
    this.code = code;
    this.status = STATUSES[code];
  }
}

export function noSuchKey(key: string): S3Refusal {
  return new S3Refusal("NoSuchKey", `there is no file "${key}"`);
}

export function noSuchUpload(uploadId: string): S3Refusal {
  const problem = `there is no unfinished upload "${uploadId}" of this key`;
  return new S3Refusal("NoSuchUpload", problem);
}

export function notImplemented(what: string): S3Refusal {
  const problem = `the file service does not offer ${what}`;
  return new S3Refusal("NotImplemented", problem);
}
