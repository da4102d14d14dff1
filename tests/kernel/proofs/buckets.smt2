; SPDX-License-Identifier: Apache-2.0
; The arithmetic of the queue of timeouts (kernel/time/timeout.c), for all instants below 2^63. The
; solver looks for instants that contradict a claim: "unsat" says that there are none. The last
; claim is about a mistake, which it has to find.
(set-logic QF_BV)

; The position of the highest bit of a word; 0 for the word 0.
(define-fun highest ((w (_ BitVec 32))) (_ BitVec 32)
  (let ((high (ite (bvuge w #x00010000) #x00000010 #x00000000)))
  (let ((w16 (bvlshr w high)))
  (let ((bits8 (ite (bvuge w16 #x00000100) #x00000008 #x00000000)))
  (let ((w8 (bvlshr w16 bits8)))
  (let ((bits4 (ite (bvuge w8 #x00000010) #x00000004 #x00000000)))
  (let ((w4 (bvlshr w8 bits4)))
  (let ((bits2 (ite (bvuge w4 #x00000004) #x00000002 #x00000000)))
  (let ((w2 (bvlshr w4 bits2)))
  (let ((bits1 (ite (bvuge w2 #x00000002) #x00000001 #x00000000)))
    (bvadd high (bvadd bits8 (bvadd bits4 (bvadd bits2 bits1))))))))))))))

; lm_timeout_bucket and first_instant.
(define-fun bucket ((base (_ BitVec 64)) (expiry (_ BitVec 64))) (_ BitVec 32)
  (let ((difference (bvxor expiry base)))
    (ite (bvuge difference #x0000000100000000) #x0000001f
         (highest ((_ extract 31 0) difference)))))
(define-fun first ((base (_ BitVec 64)) (number (_ BitVec 32))) (_ BitVec 64)
  (bvadd #x0000000000000001
         (bvor base (bvsub (bvshl #x0000000000000001 ((_ zero_extend 32) number))
                           #x0000000000000001))))

(declare-const base (_ BitVec 64))
(declare-const early (_ BitVec 64))
(declare-const late (_ BitVec 64))
(assert (bvult base early))
(assert (bvult base late))
(assert (bvult early #x8000000000000000))
(assert (bvult late #x8000000000000000))

(push)
(echo "the alarm for a bucket whose earliest timeout is not known comes no later than that timeout")
(assert (bvugt (first base (bucket base early)) early))
(check-sat)
(pop)

(push)
(echo "a timeout in a lower bucket expires earlier")
(assert (bvult (bucket base early) (bucket base late)))
(assert (bvuge early late))
(check-sat)
(pop)

(push)
(echo "when base advances to a timeout of a lower bucket, the others stay in theirs, and are later")
(assert (bvult (bucket base early) (bucket base late)))
(assert (not (and (= (bucket early late) (bucket base late)) (bvugt late early))))
(check-sat)
(pop)

(push)
(echo "the same when it advances to the first instant of a lower bucket")
(assert (bvult (bucket base early) (bucket base late)))
(assert (let ((new (first base (bucket base early))))
          (not (and (= (bucket new late) (bucket base late)) (bvugt late new)))))
(check-sat)
(pop)

(push)
(echo "a later timeout of the lowest bucket, unless that is the last one, moves to a lower one")
(assert (= (bucket base early) (bucket base late)))
(assert (bvugt late early))
(assert (not (= (bucket base late) #x0000001f)))
(assert (bvuge (bucket early late) (bucket base late)))
(check-sat)
(pop)

(push)
(echo "base stays below 2^63")
(assert (bvuge (first base (bucket base early)) #x8000000000000000))
(check-sat)
(pop)

(push)
(echo "MISTAKE: the first instant of a bucket is base with the bit of the bucket")
(assert (bvugt (bvor base (bvshl #x0000000000000001 ((_ zero_extend 32) (bucket base early))))
               early))
(check-sat)
(pop)
